import { expect, test } from 'vitest'
import { formatCsv } from './csv.js'

test('quotes fields if necessary, and disarms formulas', () => {
  expect(
    formatCsv(
      ['a', 'b'],
      [
        ['x,y', 'say "hi"'],
        ['=1+1', 'two\nlines'],
      ],
    ),
  ).toBe('a,b\r\n"x,y","say ""hi"""\r\n\'=1+1,"two\nlines"\r\n')
})
