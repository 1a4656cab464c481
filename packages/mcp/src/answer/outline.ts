/**
 * Renders an answer as text. It contains the same fields as the structured answer, so both always say the same:
 *
 * ```
 * 2 of 19 flows need attention.
 * failing:
 *   - id: 40
 *     title: Failing: the validator does not exist
 * ```
 */
export function outlineOf({ summary, ...fields }: { summary: string; [field: string]: unknown }): string {
  return [summary, ...linesOf(fields)].join('\n')
}

function linesOf(fields: object): string[] {
  return Object.entries(fields).flatMap(([name, value]) => {
    if (isEmpty(value)) return []
    if (typeof value !== 'object') return [`${name}: ${value}`]
    const lines = Array.isArray(value) ? value.flatMap(itemLines) : linesOf(value)
    return [`${name}:`, ...lines.map(line => `  ${line}`)]
  })
}

function itemLines(item: unknown): string[] {
  const lines = typeof item === 'object' && item !== null ? linesOf(item) : [`${item}`]
  return lines.map((line, index) => `${index === 0 ? '-' : ' '} ${line}`)
}

function isEmpty(value: unknown): value is null | undefined {
  return value === null || value === undefined || (Array.isArray(value) && value.length === 0)
}
