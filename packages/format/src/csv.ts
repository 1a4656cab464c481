/** Returns rows as CSV in the format of RFC 4180. A field that a spreadsheet would run as a formula starts with an apostrophe. */
export function formatCsv(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return [columns, ...rows].map(row => `${row.map(field).join(',')}\r\n`).join('')
}

function field(text: string): string {
  const safe = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
