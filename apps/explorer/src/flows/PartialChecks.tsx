/** The note above a list whose rows can be checked without the other flows of their owners. */
export function PartialChecks() {
  return (
    <p className="note" data-testid="partial-checks">
      A row may not include what the owner’s other flows spend. The flow’s page includes it.
    </p>
  )
}
