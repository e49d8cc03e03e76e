// Gives a program the same ids each time it does the same: `NODE_OPTIONS=--require=<this file>`. Ids of chance differ in their
// length in tokens, which moves the room of a dialogue.
const fs = require('node:fs');
const crypto = require('node:crypto');
const { syncBuiltinESMExports } = require('node:module');

const KERNEL = '/proc/sys/kernel/random/uuid';
const { CORTEX_HOME: home, CORTEX_NOW: now } = process.env;
const read = fs.readFileSync;

/** Counts through the processes of one moment in one home. */
function nextId() {
  const file = `${home}.ids`;
  const [then, count] = fs.existsSync(file) ? read(file, 'utf8').split(' ') : [];
  const next = then === now ? Number(count) + 1 : 1;
  fs.writeFileSync(file, `${now} ${next}`);
  const hex = crypto.createHash('sha256').update(`${now} ${next}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

if (home !== undefined && now !== undefined) {
  fs.readFileSync = (path, ...rest) => (path === KERNEL ? `${nextId()}\n` : read(path, ...rest));
  crypto.randomUUID = nextId;
  syncBuiltinESMExports();
}
