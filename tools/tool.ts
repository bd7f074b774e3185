/** An error that stops an operator's program, with its exit status where it has one. */
interface Stop extends NodeJS.ErrnoException {
  status?: number;
}

/** Runs one of the operator's programs: what stops it is said in one sentence, not as a stack trace. */
export async function asTool(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const stop = error as Stop;
    console.error(sentence(stop));
    process.exitCode = stop.status ?? 1;
  }
}

function sentence({ code, path, message }: Stop): string {
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100')
    return `There is no room left on the disk${path ? ` for ${path}` : ''}. Make room and begin again.`;
  if (code === 'EACCES' || code === 'EPERM') return `This user may not read or write ${path ?? 'there'}.`;
  return message;
}
