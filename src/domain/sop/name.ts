/** What a file of instructions is called; apart from the rest, because a hook asks for nothing else when there are none. */
export const SOP_FILE = /\.(?:md|ai\.sop)$/i;
