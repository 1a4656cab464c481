export function Json({ text, testId }: { text: string; testId: string }) {
  return (
    <details className="json" data-testid={testId}>
      <summary>JSON</summary>
      <pre>{text}</pre>
    </details>
  )
}
