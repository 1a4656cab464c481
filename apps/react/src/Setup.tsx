import { Source } from './Source'

/** Introduces the app, and shows how it creates the client and provides it to all components. */
export function Setup() {
  return (
    <>
      <section className="intro">
        <p>
          flow-query reads flows from Intento nodes. A flow is a transaction that the chain executes automatically: on a
          schedule, when a condition is met, or on another chain. Each example in this app answers one question, next to
          its source code. Without a node, the examples read a demo chain in this page.
        </p>
        <pre>npm install @flow-query/react @tanstack/react-query</pre>
      </section>
      <Source file="main.tsx" />
      <Source file="node.ts" />
    </>
  )
}
