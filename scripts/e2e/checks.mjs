// What was found out about one host: yes, no with a reason, or not applicable with a reason.

export const CAPABILITIES = {
  installs: 'The program could be installed',
  wired: '`cortex setup` connects it',
  runs: 'A session works: tools are called, their results arrive, it answers and ends well',
  silent: 'Nothing is injected before anything was stored',
  pins: 'The next session is told what was pinned',
  tasks: 'and what was left to do',
  files: 'and which files were written',
  once: 'each in every request exactly once',
  apart: 'and nothing of another repository',
  resume: 'A resumed session is not told twice and stays in its chain',
  compaction: 'After the host compacts its context the model is told again',
  mcp: 'The model sees the MCP tools, calls one and gets its result',
  warm: "Tool events start no process of Node: the agent's own server or one child takes them in",
  killed: 'A session killed in the middle of a turn is over for the next one, with what it pinned',
  logs: 'No errors: in the log of Cortex, on the stderr of hooks, in what the host writes',
};

export function makeChecks(host) {
  const found = new Map();
  const worse = (before, after) =>
    !before || before.ok === true || (before.ok === null && after.ok === false);
  const set = (capability, result) => {
    if (!(capability in CAPABILITIES)) throw new Error(`${capability} is no capability`);
    if (worse(found.get(capability), result)) found.set(capability, result);
  };
  const claims = [];
  return {
    host,
    found,
    /** Claims of this host alone, beside the columns. */
    claims,
    claim: (text, ok, why) => {
      claims.push({ text, ok: Boolean(ok), ...(!ok && { why }) });
      return Boolean(ok);
    },
    /** Holds only if every claim made about the capability does; the first that fails gives the reason. */
    that: (capability, ok, why) => {
      set(capability, ok ? { ok: true } : { ok: false, why });
      return Boolean(ok);
    },
    cannot: (capability, why) => set(capability, { ok: null, why }),
    /** What was never reached is not a success. */
    finish: (why) => {
      for (const capability of Object.keys(CAPABILITIES))
        if (!found.has(capability)) found.set(capability, { ok: false, why: `not reached: ${why}` });
    },
  };
}

export const failed = (all) =>
  all.some(({ found, claims }) => [...found.values(), ...claims].some(({ ok }) => ok === false));
