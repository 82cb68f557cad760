// Begins the game: lets the browser install worker.js, which answers from then on, and loads the page again.
const status = document.getElementById("status");

async function begin() {
  if (!navigator.serviceWorker) throw new Error("This browser has no service workers here: the page must come over HTTPS or from this machine.");
  await navigator.serviceWorker.register(new URL("worker.js", import.meta.url));
  await navigator.serviceWorker.ready;
  location.reload();
}

begin().catch((problem) => {
  status.textContent = `The game cannot begin. ${problem.message}`;
});
