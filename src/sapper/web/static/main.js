/** The page that a server sends. */

import { start } from './app.js';
import { Socket } from './engine/socket.js';

start(new Socket());
