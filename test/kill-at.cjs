// Loaded before the program: kills it at the n-th call that changes a file or the database. KILL_COUNT names a file for the
// number of calls of a run that is let be.
const fs = require('node:fs');
const { DatabaseSync } = require('node:sqlite');

const at = Number(process.env.KILL_AT ?? 0);
let calls = 0;
const step = () => {
  calls++;
  if (calls === at) process.kill(process.pid, 'SIGKILL');
};
for (const name of [
  'renameSync',
  'unlinkSync',
  'writeFileSync',
  'linkSync',
  'copyFileSync',
  'fsyncSync',
]) {
  const real = fs[name];
  fs[name] = (...args) => {
    step();
    return real(...args);
  };
}
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (...args) {
  step();
  return exec.apply(this, args);
};
const count = process.env.KILL_COUNT;
if (count) process.on('exit', () => fs.appendFileSync(count, `${calls}\n`));
