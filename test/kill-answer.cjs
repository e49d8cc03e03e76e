// Loaded before the server of tools: kills it once it has stored an event, before its answer is out. KILL_WHEN says at which moment.
const fs = require('node:fs');
const { DatabaseSync } = require('node:sqlite');

const when = process.env.KILL_WHEN;
const isAnswer = (path) => /\/out\/\d+$/.test(String(path));
const die = () => process.kill(process.pid, 'SIGKILL');

const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (sql, ...more) {
  const done = exec.call(this, sql, ...more);
  if (when === 'committed' && /^\s*COMMIT/i.test(sql)) die();
  return done;
};

const answers = new Set();
const open = fs.openSync;
fs.openSync = (path, ...more) => {
  if (when === 'asked' && isAnswer(path)) die();
  const fd = open(path, ...more);
  if (isAnswer(path)) answers.add(fd);
  return fd;
};
const write = fs.writeSync;
fs.writeSync = (fd, bytes, ...more) => {
  if (when !== 'half' || !answers.has(fd)) return write(fd, bytes, ...more);
  write(fd, bytes.subarray(0, Math.floor(bytes.length / 2)));
  return die();
};
