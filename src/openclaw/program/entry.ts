import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { isRecentEnough, NEEDED } from '../../domain/base/runtimes.ts';
import type { ToolDeclaration } from '../api.ts';
import { cortexPlugin, newState, type PluginState } from '../plugin.ts';

/** Put here by the build, from the declarations that the tools and `/cortex` themselves are made of. */
declare const CORTEX_TOOLS: readonly ToolDeclaration[];
declare const CORTEX_COMMAND: string;

const unfit = `Cortex needs ${NEEDED}; this is ${process.version}. Nothing is captured or restored.`;

/** OpenClaw loads a copy of this module for every registration: what they share is the process's. */
const PLACE: unique symbol = Symbol.for('cortex-sessions.openclaw');
const shared = globalThis as { [PLACE]?: PluginState };

const engine = () => import('./compose.ts');

/**
 * The plugin that an OpenClaw gateway loads. Nothing is opened before something happens, and no engine is loaded before the
 * service starts: most processes that register the plugin never use it.
 */
export default cortexPlugin(
  {
    tools: CORTEX_TOOLS,
    command: CORTEX_COMMAND,
    env: process.env,
    unfit: isRecentEnough(process.versions) ? null : unfit,
    prepare: engine,
    surface: async (stateDir, settings, logger, home) => {
      const { openSurface } = await engine();
      // The loader takes this module from where it lies, so that the commands lie above it.
      const program = fileURLToPath(new URL('../cortex.cjs', import.meta.url));
      const load = createRequire(import.meta.url);
      return openSurface(stateDir, settings, logger, {
        program,
        home,
        load: (bundle) => load(`../${bundle}.cjs`),
      });
    },
  },
  (shared[PLACE] ??= newState()),
);
