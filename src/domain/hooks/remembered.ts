/** The command that setup wrote into the launchers. */
export interface LauncherCommand {
  /** Node or Bun. */
  readonly runtime: string;
  readonly script: string;
  /** The folder in which hooks hand events over to servers (`system/hooks/hand-over`); empty if they do not. */
  readonly run: string;
}

/** The folder of the launchers, inside the data folder. */
export const LAUNCHER_FOLDER = 'bin';

/** The command in a launcher of Cortex; null if the text is not one. */
export function rememberedBy(text: string): LauncherCommand | null {
  const value = (key: string) => {
    const quoted = new RegExp(`^${key}='(.*)'$`, 'm').exec(text)?.[1]?.replaceAll(`'\\''`, "'");
    return (
      quoted ??
      new RegExp(`^set "${key}=(.*)"\\r?$`, 'm').exec(text)?.[1]?.replaceAll('%%', '%') ??
      null
    );
  };
  const [runtime, script] = [value('runtime'), value('script')];
  return runtime === null || script === null ? null : { runtime, script, run: value('run') ?? '' };
}
