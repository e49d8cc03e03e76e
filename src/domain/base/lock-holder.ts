/** The process that holds the write lock of the database. */
export interface LockHolder {
  readonly pid: number;
  readonly command: string;
  /** The process is suspended until somebody resumes it. */
  readonly isStopped: boolean;
}

const MOST_OF_COMMAND = 120;

/** Message for a person when the database is locked; `holder` is null if the system does not name it. */
export function lockedWords(holder: LockHolder | null): {
  readonly message: string;
  readonly advice: string;
} {
  if (!holder)
    return {
      message: 'Another process keeps the database locked; this system does not tell which.',
      advice:
        'Try again in a moment; where that does not help, end the process that has brain.db open.',
    };
  const { pid, command, isStopped } = holder;
  const shown =
    command.length > MOST_OF_COMMAND ? `${command.slice(0, MOST_OF_COMMAND)}…` : command;
  return {
    message: `Process ${pid} (${shown}) keeps the database locked${isStopped ? ' and is stopped' : ''}.`,
    advice: isStopped
      ? `Let it go on (kill -CONT ${pid}) or end it (kill -KILL ${pid}), then try again.`
      : `Try again in a moment; where it hangs, end it: kill ${pid}`,
  };
}
