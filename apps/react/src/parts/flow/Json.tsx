import { words } from '@flow-query/explorer-kit'

export function Json({ text, testId }: { text: string; testId: string }) {
  return (
    <details className="json" data-testid={testId}>
      <summary>{words.flow.json}</summary>
      <pre>{text}</pre>
    </details>
  )
}
