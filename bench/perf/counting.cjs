// Loaded before the program: counts what a run does, without any clock, into the file COUNTED. Bundles and modules of Node that
// are loaded, functions that are entered, calls of them, statements of SQL, processes, and bytes written to files.
const fs = require('node:fs');
const Module = require('node:module');
const { Session } = require('node:inspector');

const path = process.env.COUNTED;
delete process.env.COUNTED;
const write = fs.writeFileSync;
const counts = { sql: 0, processes: 0, written: 0 };

function count(object, names, add) {
  for (const name of names) {
    const known = object[name];
    object[name] = function counted(...args) {
      add(args);
      return known.apply(this, args);
    };
  }
}

/** Only when the program asks for it, because loading a module counts. */
const countedModules = {
  'node:sqlite': ({ DatabaseSync, StatementSync }) => {
    count(DatabaseSync.prototype, ['exec'], () => counts.sql++);
    count(StatementSync.prototype, ['run', 'get', 'all', 'iterate'], () => counts.sql++);
  },
  'node:child_process': (processes) =>
    count(processes, ['spawn', 'spawnSync', 'execFile', 'execFileSync'], () => counts.processes++),
};
const seen = new Set();
const watched = (load) =>
  function loaded(id, ...rest) {
    const found = load.call(this, id, ...rest);
    if (id in countedModules && !seen.has(id)) {
      seen.add(id);
      countedModules[id](found);
    }
    return found;
  };
Module._load = watched(Module._load);
process.getBuiltinModule = watched(process.getBuiltinModule);
count(
  fs,
  ['writeFileSync', 'appendFileSync'],
  ([, data]) => (counts.written += Buffer.byteLength(data)),
);
count(
  fs,
  ['writeSync'],
  ([, data, , length]) => (counts.written += length ?? Buffer.byteLength(data)),
);

const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
const before = new Set(process.moduleLoadList);

// Ids of chance differ in what they are packed to.
const KERNEL = '/proc/sys/kernel/random/uuid';
const read = fs.readFileSync;
let ids = 0;
fs.readFileSync = (file, ...rest) => {
  if (file !== KERNEL) return read(file, ...rest);
  const [id, moment] = [++ids, Date.parse(process.env.CORTEX_NOW)].map((n) => n.toString(16));
  return `${moment.padStart(12, '0').replace(/^.{8}/, '$&-')}-4000-8000-${id.padStart(12, '0')}\n`;
};

process.on('exit', () => {
  const loaded = process.moduleLoadList
    .filter((name) => !before.has(name))
    .flatMap((name) => /^NativeModule ((?!internal)\S+)$/.exec(name)?.[1] ?? []);
  session.post('Profiler.takePreciseCoverage', (error, { result }) => {
    if (error) throw error;
    const bundles = result.filter(({ url }) => /[\\/]dist[\\/][\w-]+\.cjs$/.test(url));
    const entered = bundles
      .flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0].count))
      .filter((times) => times > 0);
    write(
      path,
      JSON.stringify({
        bundles: bundles.map(({ url }) => /([\w-]+)\.cjs$/.exec(url)[1]),
        modules: loaded,
        functions: entered.length,
        calls: entered.reduce((sum, times) => sum + times, 0),
        ...counts,
      }),
    );
  });
});
