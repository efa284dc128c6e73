// The same in a page: a worker that answers the requests of a session.
import { load } from "/index.js";

const sapper = await load();
self.onmessage = ({ data }) => {
  const session = sapper.session();
  self.postMessage(JSON.stringify(data.map((request) => session.answer(request))));
};
self.postMessage("ready");
