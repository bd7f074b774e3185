import java.io.*;
import java.nio.charset.StandardCharsets;
import java.util.*;
import java.util.stream.*;
import javax.xml.XMLConstants;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.TransformerException;
import javax.xml.transform.stream.StreamSource;
import javax.xml.validation.*;
import net.sf.saxon.s9api.*;

/**
 * Reads documents from standard input, one a line in Base64, and writes a line for each: the ids of the official rules that refuse it, or
 * nothing. „XML” stands for a text that is not well-formed, „XSD” for one that the schemas of UBL 2.1 refuse. Warnings refuse nothing.
 */
public final class Judge {
  public static void main(String[] arguments) throws Exception {
    File folder = new File(arguments[0]);
    Processor processor = new Processor(false);
    List<XsltExecutable> rules = new ArrayList<>();
    for (File file : Objects.requireNonNull(folder.listFiles((in, name) -> name.endsWith(".xslt"))))
      rules.add(processor.newXsltCompiler().compile(new StreamSource(file)));
    Map<String, Schema> schemas = new HashMap<>();
    for (String root : List.of("Invoice", "CreditNote")) schemas.put(root, readSchema(folder, root));
    BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, "UTF-8");
    for (String line = lines.readLine(); line != null; line = lines.readLine())
      out.println(String.join(" ", judge(Base64.getDecoder().decode(line), processor, rules, schemas)));
  }

  private static Schema readSchema(File folder, String root) throws Exception {
    SchemaFactory factory = SchemaFactory.newInstance(XMLConstants.W3C_XML_SCHEMA_NS_URI);
    return factory.newSchema(new File(folder, "ubl-2.1/maindoc/UBL-" + root + "-2.1.xsd"));
  }

  private static Set<String> judge(
      byte[] xml, Processor processor, List<XsltExecutable> rules, Map<String, Schema> schemas) {
    Set<String> broken = new TreeSet<>();
    XdmNode document;
    DocumentBuilder builder = processor.newDocumentBuilder();
    try {
      document = builder.build(new StreamSource(new ByteArrayInputStream(xml)));
    } catch (SaxonApiException notWellFormed) {
      return Set.of("XML");
    }
    String root = new String(xml, StandardCharsets.UTF_8).contains("<CreditNote") ? "CreditNote" : "Invoice";
    try {
      schemas.get(root).newValidator().validate(new StreamSource(new ByteArrayInputStream(xml)));
    } catch (org.xml.sax.SAXException | IOException refused) {
      broken.add("XSD");
    }
    for (XsltExecutable rule : rules) broken.addAll(listBrokenRules(rule, document));
    return broken;
  }

  /** A rule that cannot be worked out, a sum over what is no number, refuses the document too. */
  private static Set<String> listBrokenRules(XsltExecutable rule, XdmNode document) {
    Set<String> broken = new TreeSet<>();
    try {
      XdmDestination report = new XdmDestination();
      XsltTransformer transformer = rule.load();
      transformer.setErrorListener(new Silence());
      transformer.setMessageListener((content, terminate, locator) -> {});
      transformer.setInitialContextNode(document);
      transformer.setDestination(report);
      transformer.transform();
      for (XdmItem item : report.getXdmNode().select(net.sf.saxon.s9api.streams.Steps.descendant()).collect(Collectors.toList())) {
        XdmNode node = (XdmNode) item;
        if (node.getNodeKind() != XdmNodeKind.ELEMENT || !"fatal".equals(node.attribute("flag"))) continue;
        broken.add(Objects.requireNonNullElse(node.attribute("id"), "rule"));
      }
    } catch (SaxonApiException fault) {
      broken.add("ERROR");
    }
    return broken;
  }

  /** Faults are told by the verdict. */
  private static final class Silence implements ErrorListener {
    public void warning(TransformerException fault) {}

    public void error(TransformerException fault) {}

    public void fatalError(TransformerException fault) {}
  }
}
