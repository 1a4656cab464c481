import { flowWords } from '../../words/flow'

export function Json({ text, testId }: { text: string; testId: string }) {
  return (
    <details className="json" data-testid={testId}>
      <summary>{flowWords.json}</summary>
      <pre>{text}</pre>
    </details>
  )
}
