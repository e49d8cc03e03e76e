import { describe, expect, it } from 'vitest';
import { redactText } from './redact.ts';

describe('the digits of a code', () => {
  it.each([
    'PIN: 482913',
    'the PIN is 482913.',
    'verification code: 482913',
    'use 482913 as the pin',
    'the PIN of the safe is 482913.',
    'my PIN for the bank card: 482913',
    'the door code for the office is 482913',
    'die PIN vom Tresor lautet 482913',
    'die PIN für den Tresor ist 482913',
    'le code PIN de la carte est 482913',
    'el PIN de la tarjeta es 482913',
    'de pincode van de kluis is 482913',
    'the OTP for the console is 482913',
    'our phone opens with 482913, the pin of us all',
    'das ist die Geheimzahl: 482913',
    'код от двери 482913',
    'el código de la puerta es 482913',
    '验证码 482913',
    '인증번호 482913 입니다',
    'Recovery code: 482913-9xk2',
    'the backup code is 482913-a1b2-77ff',
  ])('goes: %s', (text) => {
    expect(redactText(text)).not.toContain('482913');
  });

  it('goes where it is written in two groups, and the second one of a sentence', () => {
    expect(redactText('認証コードは 551 903 だよ')).toBe('認証コードは [REDACTED] だよ');
    expect(redactText("the alarm code of the shop is 5519 and the gate's is 2207")).toBe(
      "the alarm code of the shop is [REDACTED] and the gate's is [REDACTED]",
    );
  });

  it.each([
    'pin 9924 in `deploy/notes` is the one we talked about',
    'pin 12',
    'error code 4040',
    'status code: 5000',
    'exit code 1234',
    'login 1024',
    'pin: 2024',
    'QR code 8591 of 1996',
    'PIN of the board is 13',
    'the pin of the base image is 4820481',
    'the pin of the commit is 4820481',
    'the PIN for the card is 4 digits',
    'the pin of numpy is 1264.2',
    'the PIN of the card is 2026',
    'the OTP for the card is stored in Vault',
    'backup code path-only',
    'recovery code: none',
  ])('stays: %s', (text) => {
    expect(redactText(text)).toBe(text);
  });
});
