/** Code with its name, and its HTML in colors. */
export interface Code {
  name: string
  code: string
  html: string
}

const files = import.meta.glob<Omit<Code, 'name'>>(['./examples/*', './setup/*'], {
  query: '?raw&highlight',
  import: 'default',
  eager: true,
})

/** Returns a file of this app, which Vite has highlighted. */
export function sourceOf(path: string): Code {
  return { name: path.replace(/.*\//, ''), ...(files[`./${path}`] ?? { code: '', html: '' }) }
}

/** Returns the command that installs the packages that these files import, except for the framework, which an app already has. */
export function installOf(sources: Code[]): Code {
  const imports = sources.flatMap(({ code }) => Array.from(code.matchAll(/ from '((?:@[\w-]+\/)?[\w-]+)/g)))
  const packages = new Set(imports.map(([, name]) => name).filter(name => name !== 'svelte'))
  const code = `npm install ${[...packages].join(' ')}`
  return { name: 'Install', code, html: `<pre>${code}</pre>` }
}
