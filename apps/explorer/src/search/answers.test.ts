import { address } from '@flow-query/testing'
import { expect, test } from 'vitest'
import { sampleFlow, sampleRun } from '../../test/samples'
import type { Bookmark } from '../bookmarks/bookmarks'
import { paths } from '../router/paths'
import { type SearchMemory, searchAnswers } from './answers'

const owner = sampleFlow().owner
const rent = sampleFlow({ id: '14' })
const swap = sampleFlow({ id: '7', label: 'Swap' })
const mia: Bookmark = { kind: 'owner', id: owner, name: 'Mia', lcd: null }
const mine: Bookmark = { kind: 'flow', id: '14', name: 'My rent', lcd: null }

const memory: SearchMemory = { found: [], flows: [rent, swap], bookmarks: [], transactions: [], histories: [] }
const answers = (text: string, known: Partial<SearchMemory> = {}) => {
  const { options, note } = searchAnswers(text, { ...memory, ...known })
  return { note, shown: options.map(({ to, text, kind }) => `${to} ${text} (${kind})`) }
}

test('an empty search lists the bookmarks and the pages', () => {
  const { shown } = answers(' ', { bookmarks: [mia, mine] })
  expect(shown.slice(0, 3)).toEqual([
    `/owners/${owner} Mia (Owner)`,
    '/flows/14 My rent (Flow 14)',
    '/ Overview (Page)',
  ])
})

test('the first answer is the page that the text names', () => {
  expect(answers('#14').shown[0]).toBe('/flows/14 Pay rent (Flow 14)')
  expect(answers('99').shown[0]).toBe('/flows/99 Flow 99 (Flow)')
  const bob = address('bob')
  expect(answers(bob.toUpperCase()).shown[0]).toMatch(new RegExp(`^/owners/${bob} .* \\(Owner\\)$`))
  expect(answers('pay rent').shown[0]).toBe('/flows?q=pay+rent Search flows for “pay rent” (Flows)')
})

test('finds bookmarks by name, pages by the start of their name, flows, and owners by a part of their address', () => {
  const { shown } = answers('rent', { bookmarks: [mia, mine], found: [rent] })
  expect(shown).toEqual(['/flows?q=rent Search flows for “rent” (Flows)', '/flows/14 My rent (Flow 14)'])
  expect(answers('para').shown[1]).toBe('/params Parameters (Page)')
  expect(answers(owner.slice(5, 12)).shown[1]).toMatch(new RegExp(`^/owners/${owner} `))
  expect(answers(owner.slice(5, 8)).shown).toHaveLength(1)
})

test('a bookmarked flow keeps its name and gets its status', () => {
  const { options } = searchAnswers('rent', { ...memory, bookmarks: [mine], found: [rent] })
  expect(options[1]).toEqual({ to: paths.flow('14'), text: 'My rent', kind: 'Flow 14', flow: rent })
})

test('a transaction hash finds the flow whose packet it answered, or explains what can be searched', () => {
  const hash = 'a1b2'.repeat(16)
  const transactions = [{ flowId: '7', transaction: hash.toUpperCase() }]
  expect(answers(`0x${hash}`, { transactions }).shown).toEqual(['/flows/7 Swap (Flow 7)'])
  expect(answers(hash)).toEqual({ shown: [], note: expect.stringContaining('Transactions can’t be looked up here') })
})

test('an error of the chain is named, and finds the loaded flows that had it', () => {
  const error = 'spendable balance 5uinto is smaller than 10uinto: insufficient funds'
  const histories = [
    { flowId: '14', history: [sampleRun(-60, { errors: ['1uinto is smaller than 9uinto: insufficient funds'] })] },
    { flowId: '7', history: [sampleRun(-60)] },
  ]
  const { shown, note } = answers(error, { histories })
  expect(note).toBe('Insufficient balance. 1 loaded flow had this error.')
  expect(shown[0]).toBe('/flows/14 Pay rent (Flow 14)')
  expect(answers(error).note).toBe('Insufficient balance. No loaded flow had this error.')
})
