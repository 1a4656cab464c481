import type { Flow } from '@flow-query/core'
import { shownText } from './text.js'

/**
 * Returns the label of a flow, or `Flow 14` if the label has no visible character.
 *
 * A server and a browser show the same text: characters that browsers change when they read HTML are replaced.
 *
 * @example
 * formatLabel({ id: '14', label: 'Pay rent' }) // Pay rent
 * formatLabel({ id: '14', label: '' }) // Flow 14
 */
export function formatLabel({ id, label }: Pick<Flow, 'id' | 'label'>): string {
  return isBlankLabel(label) ? `Flow ${id}` : shownText(label)
}

/** Whether a label has no visible character. Labels can consist of spaces, or of characters such as a zero-width space. */
export function isBlankLabel(label: string): boolean {
  return /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(label)
}
