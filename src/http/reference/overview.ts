/** The first page: how to begin, and where to find what. */
import type { Document } from './document.ts'
import { type Html, html, sentence } from './html.ts'

export function overview({ info, tags, 'x-tagGroups': groups }: Document, base: string): Html {
  const about = new Map(tags.map(({ name, description }) => [name, description]))
  return html`<h1>${info.title} API</h1><p class="lead">${info.description}</p>
<section id="start"><h2>Start</h2>
<p>The examples on these pages can be pasted into a shell. They expect the address and the password of an administrator, and
the demo conference, which <code>plenum demo</code> creates in a new installation. Log in once:</p>
<pre tabindex="0"><code>EMAIL=admin@example.org
PASSWORD='your password'
TOKEN=$(curl -s '${base}/v1/auth/login' -H 'Content-Type: application/json' \\
  -d '{"email":"'"$EMAIL"'","password":"'"$PASSWORD"'"}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')</code></pre>
<p>Other names in capitals, such as <code>$TASK</code>, stand for values that an earlier response or a mail contains.</p></section>
<section id="authentication"><h2>Authentication</h2>
<p>Send the token as <code>Authorization: JWT &lt;token&gt;</code>. <a href="/docs/log-in">log-in</a> has all operations: log in,
refresh, log out, confirm an address, reset a password. Public data needs no token.</p></section>
<section id="errors"><h2>Errors</h2>
<p>An error has the status of its cause and a list of faults, each with a <code>detail</code> for people, a <code>code</code> for
programs and a <code>source</code> that points to the faulty part of the request:</p>
<pre tabindex="0"><code>{"errors": [{"status": "422", "code": "unprocessable", "title": "Unprocessable Entity",
  "detail": "name is required", "source": {"pointer": "/data/attributes/name"}}],
 "jsonapi": {"version": "1.0"}}</code></pre></section>
<section id="filters"><h2>Filters and sorting</h2>
<p><code>filter</code> is a JSON array of conditions with a field, an operator and a value. <code>sort</code> is a list of fields;
a minus sign reverses the order.</p>
<pre tabindex="0"><code>curl -G '${base}/v1/events/1/sessions' \\
  --data-urlencode 'filter=[{"name":"title","op":"ilike","val":"%map%"}]' -d sort=starts-at</code></pre></section>
<section id="pages"><h2>Pages</h2>
<p>Lists have 20 records per page. <code>page[size]</code> and <code>page[number]</code> select another page; the response has links to
the neighbors and the count of all records.</p>
<pre tabindex="0"><code>curl -g '${base}/v1/events/1/sessions?page[size]=5&amp;page[number]=2'</code></pre></section>
<section id="includes"><h2>Includes and fields</h2>
<p><code>include</code> adds related records to the response, and <code>fields[type]</code> leaves out the fields that you do not
need.</p>
<pre tabindex="0"><code>curl -g '${base}/v1/events/1/sessions?include=speakers,track&amp;fields[speaker]=name'</code></pre></section>
<section id="archives"><h2>Export and import</h2>
<p>An export, an import or a copy is a task: the request returns the address of the <a href="/docs/tasks">task</a>, which reports
the progress and finally the result.</p>
<ul><li><a href="/docs/event#postEventsByIdExportJson">Export an event as a zip archive</a></li>
<li><a href="/docs/event#postEventsImportBySource">Import an event from a zip archive</a></li>
<li><a href="/docs/event#postEventsByIdCopy">Copy an event</a></li>
<li><a href="/docs/files">Upload files and images</a></li></ul></section>
<section id="groups"><h2>Groups</h2>${groups.map(
    (group) =>
      html`<h3>${group.name}</h3><table>${group.tags.map(
        (name) =>
          html`<tr><th scope="row"><a href="/docs/${name}">${name}</a></th><td>${sentence(about.get(name))}</td></tr>`,
      )}</table>`,
  )}</section>`
}
