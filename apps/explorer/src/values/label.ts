/** Whether a label has no visible character. Labels can consist of spaces, or of characters such as a zero-width space. */
export function isBlank(label: string): boolean {
  return /^[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]*$/u.test(label)
}
