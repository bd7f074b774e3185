import { type DestinationStream, pino } from 'pino';

/** Output of the process: a terminal, or what collects its lines. */
type Output = DestinationStream & { readonly isTTY?: boolean };

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
