/** The link that confirms a subscription by Telegram. */
export function TelegramLink({ href }: { href: string }) {
  return (
    <p>
      <a href={href} target="_blank" rel="noreferrer" data-testid="telegram-link">
        Open Telegram
      </a>{' '}
      and press Start within an hour to confirm this subscription.
    </p>
  )
}
