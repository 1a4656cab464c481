declare module 'virtual:sources' {
  /** The source of each example, by its file name. */
  const sources: Record<string, { code: string; html: string }>
  export default sources
}
