/** What makes plain pages nicer where scripts run. Every page works without it. */
import { showAccountLink } from './account-link.ts'
import { showNow } from './now.ts'
import { showReaderTimes } from './reader-times.ts'

showReaderTimes()
showNow()
showAccountLink()
