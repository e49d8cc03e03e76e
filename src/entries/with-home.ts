import * as auto from '../library/auto-capture.ts';
import type { Cortex } from '../library/cortex.ts';
import * as bridge from '../library/cortex-bridge.ts';
import * as cleanup from '../library/session-cleanup-manager.ts';
import * as capture from '../library/session-context-capture.ts';
import * as injector from '../library/session-context-injector.ts';
import * as context from '../library/session-context-manager.ts';
import * as persistence from '../library/session-persistence-manager.ts';
import type { Logger, SessionPersistenceConfig } from '../library/types.ts';
import { openCortex } from './open-cortex.ts';

// The classes of the library in the home that `openCortex()` gives, where none is named.

/** Keeps sessions: gives a new one what the earlier ones left, captures it while it runs, and closes it. */
export class SessionPersistenceManager extends persistence.SessionPersistenceManager {
  constructor(
    home: Cortex | { readonly cortex: Cortex } = openCortex(),
    logger?: Logger,
    config?: SessionPersistenceConfig,
  ) {
    super(home, logger, config);
  }
}

/** Tracks what one conversation was shown, with its tokens. A process that serves many has a manager for each. */
export class SessionContextManager extends context.SessionContextManager {
  constructor(options: Partial<context.SessionContextManagerOptions> = {}) {
    super({ storage: openCortex().storage, ...options });
  }
}

/** Records work in the thread of the scope, which all who work there share. */
export class SessionContextCapture extends capture.SessionContextCapture {
  constructor(cortex: Cortex = openCortex()) {
    super(cortex);
  }
}

/** Gives a new session the thread of its scope, as codes: no prose, no model. */
export class SessionContextInjector extends injector.SessionContextInjector {
  constructor(cortex: Cortex = openCortex()) {
    super(cortex);
  }
}

/** Captures work from what happens: tools that are used, what a person says. */
export class AutoCapture extends auto.AutoCapture {
  constructor(cortex: Cortex = openCortex()) {
    super(cortex);
  }
}

/** Session records as a store gives them, without the life of a session around them. */
export class CortexBridge extends bridge.CortexBridge {
  constructor(cortex: Cortex = openCortex()) {
    super(cortex);
  }
}

/** Puts away what nobody works on any more. */
export class SessionCleanupManager extends cleanup.SessionCleanupManager {
  constructor(cortex: Cortex = openCortex()) {
    super(cortex);
  }
}

/** The context of a scope, as `SessionContextInjector.injectAll` gives it. */
export async function injectAll(
  scope?: string,
  cortex?: Cortex,
  sessionId?: string,
  options?: injector.InjectOptions,
): Promise<string> {
  const home = cortex ?? openCortex();
  try {
    return await new SessionContextInjector(home).injectAll(scope, sessionId, options);
  } finally {
    if (!cortex) await home.close();
  }
}
