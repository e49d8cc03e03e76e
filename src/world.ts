import type { homesBelow, openHome } from './compose-home.ts';
import type { thisMachine } from './platform/machine.ts';

export type { Line as InputLine } from './platform/lines.ts';

/** The folder of all data and what is known of it before the database is opened. What a member does stands at its code. */
export type Home = ReturnType<typeof openHome>;

/** A home looked at from outside. */
export type HomeGlance = ReturnType<typeof homesBelow>[number];

/** The machine as setup sees it: files that belong to other programs, and programs. */
export type Machine = ReturnType<typeof thisMachine>;
