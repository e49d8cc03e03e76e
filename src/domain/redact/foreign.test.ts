import { describe, expect, it } from 'vitest';
import { redactText } from './redact.ts';

describe('names of secrets in other languages', () => {
  it.each([
    'Passwort: Hunter22',
    'Das Kennwort lautet Hunter22',
    'DATENBANK_KENNWORT=Hunter22',
    'mot de passe\u00A0: Hunter22',
    'mdp = "Hunter22"',
    'contraseña: Hunter22',
    'Contraseña: Hunter22',
    '{"contraseña": "Hunter22"}',
    'SENHA=Hunter22',
    'wachtwoord: Hunter22',
    'hasło: Hunter22',
    'salasana: Hunter22',
    'Пароль: Hunter22',
    '密码：Hunter22',
    '数据库密码:Hunter22',
    '密码是 Hunter22',
    'パスワードは Hunter22 です',
    '비밀번호: Hunter22',
    'mật khẩu: Hunter22',
  ])('%s', (text) => {
    expect(redactText(text)).toBe(text.replace('Hunter22', '[REDACTED]'));
  });

  const key = ['q9Zt4Lw8', 'Xk2vBn7c', 'Rm5pHd3s'].join('');

  it.each([
    'API-Schlüssel',
    'clé API',
    'clave de API',
    'chiave API',
    'ключ API',
    'API 密钥',
    'トークン',
    '토큰',
  ])('%s', (name) => {
    expect(redactText(`${name}: ${key}`)).toBe(`${name}: [REDACTED]`);
  });

  it.each([
    'Ela desenha: figura22',
    'La clave: valor22',
    'Schlüssel: primärer22',
    'Kennwortlänge: mindestens8',
    'Das Passwort ist falsch',
    '密码：必填',
    'пароль: неверный',
    '암호 알고리즘',
  ])('%s stays', (text) => {
    expect(redactText(text)).toBe(text);
  });

  it('are found at the right place beside letters whose small forms are longer', () => {
    expect(redactText('İİİ senha: Hunter22')).toBe('İİİ senha: [REDACTED]');
  });
});
