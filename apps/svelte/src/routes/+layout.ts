/** Drawn in the browser alone: any server of files will do. */
export const ssr = false
