import { type DestinationStream, pino } from 'pino';

/** Output of the process: a terminal, or what collects its lines. */
type Output = DestinationStream & { readonly isTTY?: boolean };

/** Returns where the log's lines become words: a terminal; undefined where they stay JSON. */
export function getTerminal(output: Output = process.stdout): DestinationStream | undefined {
  return output.isTTY ? { write: (line) => output.write(`${describeLine(line)}\n`) } : undefined;
}

/** Returns „14:03:21 warn a sentence name="value"”. What a terminal would obey is a space. */
function describeLine(line: string): string {
  const { level, time, pid, hostname, msg, ...facts } = JSON.parse(line);
  const named = Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  const words = [new Date(time).toTimeString().slice(0, 8), pino.levels.labels[level], msg, ...named];
  return words.join(' ').replaceAll(/\p{Cc}/gu, ' ');
}

/**
 * Prints a line that the operator looks for, whatever LOG_LEVEL says: words on a terminal, else JSON, as are all lines of the log.
 */
export function printLine(line: string, output: Output = process.stdout): void {
  if (output.isTTY) output.write(`${line}\n`);
  else pino({}, output).info(line);
}

/** Prints what ended the process, in the same two ways. */
export function printFailure(error: unknown, output: Output = process.stderr): void {
  const line = error instanceof Error ? error.message : String(error);
  if (output.isTTY) output.write(`${line}\n`);
  else pino({}, output).fatal(line);
}
