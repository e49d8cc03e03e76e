import type { Cli } from '../base/context.ts';
import { troubleOf } from '../base/errors.ts';

/**
 * Setup of a machine that will be thrown away: what cannot be done is said, and never ends the build of an image. The rest of
 * the image is worth more, and the next start of the container may do it.
 */
export async function setUpContainer(cli: Cli, connect: () => Promise<void>): Promise<number> {
  const said = (error: unknown) => {
    const { message, advice } = troubleOf(error);
    cli.err.block(`cortex: ${message}${advice === null ? '' : ` ${advice}`}`);
  };
  await connect().catch(said);
  for (const room of cli.rooms)
    try {
      for (const line of (await room.container?.(cli)) ?? []) cli.out.block(line);
    } catch (error) {
      said(error);
    }
  return 0;
}
