import { useState } from 'react'

const sources = import.meta.glob<{ code: string; html: string }>(['./examples/*.tsx', './main.tsx', './node.ts'], {
  query: '?raw&highlight',
  import: 'default',
  eager: true,
})

/** Shows a file of this app, which Vite has highlighted. */
export function Source({ file }: { file: string }) {
  const { code, html } = sources[`./${file}`] ?? { code: '', html: '' }
  const [copied, setCopied] = useState('')

  async function copy() {
    await navigator.clipboard.writeText(code)
    setCopied(file)
  }

  return (
    <section aria-labelledby={file}>
      <header>
        <h2 id={file}>{file.replace('examples/', '')}</h2>
        <button type="button" onClick={copy}>
          {copied === file ? 'Copied' : 'Copy'}
        </button>
      </header>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the HTML comes from files of this app. */}
      <div dangerouslySetInnerHTML={{ __html: html }} />
    </section>
  )
}
