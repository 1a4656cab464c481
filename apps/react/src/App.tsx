import { useRef, useSyncExternalStore } from 'react'
import { docs } from './node'
import { questions } from './questions'
import { Result } from './Result'
import { Setup } from './Setup'
import { Source } from './Source'
import { sourceOf } from './sources'

export function App() {
  const details = useRef<HTMLDetailsElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const hash = useSyncExternalStore(onHashChange, () => location.hash)
  const question = questions.find(({ file }) => hash === `#${file}`) ?? questions[0]
  const index = questions.indexOf(question)
  const example = `examples/${question.file}.tsx`
  const previous = questions[index - 1]
  const next = questions[index + 1]

  function read() {
    details.current?.removeAttribute('open')
    heading.current?.focus()
  }

  return (
    <>
      <title>{`${question.text} · flow-query for React`}</title>
      <header>
        <strong>flow-query for React</strong>
        {docs && (
          <>
            <a href={docs}>Documentation</a>
            <a href={`${docs}/getting-started/vue`}>Vue</a>
            <a href={`${docs}/getting-started/svelte`}>Svelte</a>
          </>
        )}
      </header>
      <nav aria-label="Questions">
        <details ref={details}>
          <summary>All questions</summary>
        </details>
        <ol start={0}>
          {questions.map(({ file, hook, text }) => (
            <li key={file}>
              <a href={`#${file}`} aria-current={file === question.file ? 'page' : undefined} onClick={read}>
                {text} <code>{hook}</code>
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <main>
        <h1 ref={heading} tabIndex={-1}>
          {question.text}
        </h1>
        <p className="steps">
          {previous && <a href={`#${previous.file}`}>Previous</a>}
          <span>
            {index} of {questions.length - 1}
          </span>
          {next && <a href={`#${next.file}`}>Next</a>}
          {docs && <a href={`${docs}/${question.guide}`}>Read the guide</a>}
        </p>
        {question.file === 'Setup' ? (
          <>
            <p>
              flow-query reads flows from Intento nodes. A flow is a transaction that the chain executes automatically:
              on a schedule, when a condition is met, or on another chain. Each example in this app answers one
              question, next to its source code. Without a node, the examples read a demo chain in this page.
            </p>
            <Setup file="setup/FlowLabel.tsx" />
            <Source {...sourceOf('setup/FlowLabel.tsx')} />
          </>
        ) : (
          <>
            <details className="setup" key={question.file}>
              <summary>How to set this up</summary>
              <Setup file={example} />
            </details>
            <Source {...sourceOf(example)} />
            <Result file={question.file} />
          </>
        )}
      </main>
    </>
  )
}

function onHashChange(listener: () => void) {
  window.addEventListener('hashchange', listener)
  return () => window.removeEventListener('hashchange', listener)
}
