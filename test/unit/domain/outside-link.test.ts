// Which addresses outside the desk are opened.
import { describe, expect, it } from 'vitest';
import { outsideLinkProblem } from '../../../src/domain/outside-link.ts';

describe('a link out of the desk', () => {
  it.each([
    'https://example.org',
    'https://www.example.co.uk/film?v=1#t=2',
    'HTTPS://Example.ORG:8443/a%20b',
    `https://example.org/${'a'.repeat(1_900)}`,
  ])('is opened: %s', (address) => {
    expect(outsideLinkProblem(address)).toBeNull();
    expect(URL.canParse(address)).toBe(true);
  });

  it.each([
    ['javascript:alert(1)', 'not-https'],
    ['JaVaScRiPt:alert(1)', 'not-https'],
    ['data:text/html,<b>', 'not-an-address'],
    ['data:text/html,a', 'not-https'],
    ['file:///etc/passwd', 'not-https'],
    ['smb://server.example/share', 'not-https'],
    ['ms-settings:privacy', 'not-https'],
    ['http://example.org', 'not-https'],
    ['mailto:a@example.org', 'not-https'],
    ['https://user:secret@example.org', 'has-credentials'],
    ['https://example.org@evil.example', 'has-credentials'],
    ['https://еxample.org', 'disguised'],
    ['https://xn--xample-2of.org', 'disguised'],
    ['https://www.xn--xample-2of.org/a', 'disguised'],
    ['https://127.0.0.1/', 'not-public'],
    ['https://[::1]/', 'not-public'],
    ['https://printer/', 'not-public'],
    ['https://localhost:47910/', 'not-public'],
    ['https:example.org', 'not-https'],
    ['https:\\\\example.org', 'not-an-address'],
    ['https://example.org\\@evil.example', 'not-an-address'],
    ['https://example.org/a b', 'not-an-address'],
    ['example.org', 'not-an-address'],
    ['', 'not-an-address'],
    [`https://example.org/${'a'.repeat(10_000)}`, 'too-long'],
  ])('%j is not opened: %s', (address, problem) => {
    expect(outsideLinkProblem(address)).toBe(problem);
  });
});
