// Loaded before the program: kills it at the n-th of its steps. A step is a write to the database here, something sent to the
// server, something received from it, or a run of git. KILL_COUNT names a file for the number of steps of a run that is let be.
const fs = require('node:fs');
const net = require('node:net');
const { DatabaseSync, StatementSync } = require('node:sqlite');

const at = Number(process.env.KILL_AT ?? 0);
let steps = 0;
const step = () => {
  steps++;
  if (steps === at) process.kill(process.pid, 'SIGKILL');
};
const before = (prototype, name) => {
  const real = prototype[name];
  prototype[name] = function (...args) {
    step();
    return real.apply(this, args);
  };
};
before(DatabaseSync.prototype, 'exec');
before(StatementSync.prototype, 'run');
before(net.Socket.prototype, 'write');
const emit = net.Socket.prototype.emit;
net.Socket.prototype.emit = function (event, ...args) {
  if (event === 'data') step();
  return emit.call(this, event, ...args);
};
const processes = require('node:child_process');
before(processes, 'spawn');
// The bundle imports it as it is now.
require('node:module').syncBuiltinESMExports();
const count = process.env.KILL_COUNT;
if (count) process.on('exit', () => fs.appendFileSync(count, `${steps}\n`));
