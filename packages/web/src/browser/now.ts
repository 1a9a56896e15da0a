/** Marks in a schedule what is on now, and offers a way there. */
const EVERY = 30_000

export function showNow(): void {
  const talks = [...document.querySelectorAll<HTMLElement>('.talk[data-from]')]
  if (talks.length === 0) return
  const mark = () => {
    const now = Date.now() / 1000
    const running = talks.filter(({ dataset }) => Number(dataset.from) <= now && now < Number(dataset.to))
    for (const talk of talks) setNow(talk, running.includes(talk), talk === running[0])
    for (const link of document.querySelectorAll<HTMLElement>('[data-now-link]'))
      link.hidden = running.length === 0
  }
  mark()
  setInterval(mark, EVERY)
}

function setNow(talk: HTMLElement, isNow: boolean, isFirst: boolean): void {
  talk.id = isFirst ? 'now' : ''
  if (isNow === talk.classList.contains('now')) return
  talk.classList.toggle('now', isNow)
  talk.querySelector('.now-badge')?.remove()
  if (!isNow) return
  const badge = document.createElement('span')
  badge.className = 'now-badge'
  badge.textContent = talk.closest('table')?.dataset.now ?? ''
  talk.prepend(badge)
}
