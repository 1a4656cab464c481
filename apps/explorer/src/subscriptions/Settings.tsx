import { useState } from 'react'

/** The fields of a new subscription. */
export function Settings({ hasPush, hasTelegram }: { hasPush: boolean; hasTelegram: boolean }) {
  const [isQuiet, setQuiet] = useState(false)
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return (
    <>
      {hasTelegram && (
        <fieldset>
          <legend className="sr">Where</legend>
          <label className="choice">
            <input type="radio" name="channel" value="push" defaultChecked={hasPush} disabled={!hasPush} />
            <span>
              This browser
              <small>
                {hasPush
                  ? 'Notifications, also while the explorer is closed.'
                  : 'It doesn’t support notifications here.'}
              </small>
            </span>
          </label>
          <label className="choice">
            <input
              type="radio"
              name="channel"
              value="telegram"
              defaultChecked={!hasPush}
              data-testid="notify-telegram"
            />
            <span>
              Telegram
              <small>Messages in a chat with the bot of this site.</small>
            </span>
          </label>
        </fieldset>
      )}
      <label className="choice">
        <input type="checkbox" name="onlyStops" data-testid="notify-only-stops" />
        <span>
          Only if a flow stops for good
          <small>No message if it continues after a failed run.</small>
        </span>
      </label>
      <label className="choice">
        <input
          type="checkbox"
          data-testid="notify-quiet"
          checked={isQuiet}
          onChange={event => setQuiet(event.target.checked)}
        />
        <span>
          Quiet hours
          <small>Messages wait until the quiet hours are over.</small>
        </span>
      </label>
      {isQuiet && (
        <div className="quiet-hours">
          <label className="field">
            From
            <input type="time" name="from" data-testid="notify-from" defaultValue="22:00" required />
          </label>
          <label className="field">
            To
            <input type="time" name="to" data-testid="notify-to" defaultValue="07:00" required />
          </label>
          <input type="hidden" name="timeZone" value={timeZone} />
          <p className="muted">Times are in {timeZone}.</p>
        </div>
      )}
    </>
  )
}
