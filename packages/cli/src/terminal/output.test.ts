import { expect, test } from 'vitest'
import { painterOf } from './output.js'
import { visible } from './visible.js'

test.each([
  ['plain text', 'Pay rent, 日本語, 🚀, دفعة', 'Pay rent, 日本語, 🚀, دفعة'],
  ['an escape sequence', '\x1b[31mred\x1b[0m', '\\e[31mred\\e[0m'],
  ['a terminal title', '\x1b]0;x\x07', '\\e]0;x\\u{7}'],
  ['an eight-bit escape', '\x9b2J', '\\u{9b}2J'],
  ['line breaks', 'a\nb\r\nc\u2028d', 'a\\nb\\r\\nc\\u{2028}d'],
  ['a right-to-left override', 'abc\u202egnp.exe', 'abc\\u{202e}gnp.exe'],
  ['a directional isolate', '\u2067a\u2069', '\\u{2067}a\\u{2069}'],
  ['a lone surrogate', 'a\ud800b', 'a\\u{d800}b'],
  ['emoji with joiners', '👩‍👩‍👧‍👦🏳️‍🌈', '👩‍👩‍👧‍👦🏳️‍🌈'],
  ['a byte order mark', '\ufeffa', '\\u{feff}a'],
])('%s', (_, text, shown) => {
  expect(visible(text)).toBe(shown)
})

test('adds colors after escaping', () => {
  expect(painterOf(true)([{ text: 'a\x1b', look: 'red' }, 'b'])).toBe('\x1b[31ma\\e\x1b[39mb')
  expect(painterOf(false)([{ text: 'a\x1b', look: 'red' }, 'b'])).toBe('a\\eb')
})
