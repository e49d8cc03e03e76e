/** Names of instruction files; in a file of its own, because a hook loads nothing else when there are none. */
export const SOP_FILE = /\.(?:md|ai\.sop)$/i;
