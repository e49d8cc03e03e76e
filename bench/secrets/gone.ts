const SHORT = 16;

/** Neither the secret nor a half of it stands in the text. Of a short one a half may stand there by chance. */
export function isGone(secret: string, text: string): boolean {
  if (secret.length < SHORT) return !text.includes(secret);
  const middle = Math.floor(secret.length / 2);
  return !text.includes(secret.slice(0, middle)) && !text.includes(secret.slice(middle));
}
