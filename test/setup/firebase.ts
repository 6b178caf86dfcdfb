import { rm } from "node:fs/promises";
import { port } from "./address.ts";
import { newData } from "./data.ts";
import { projectId, startEmulator } from "./emulator.ts";
import { startServer } from "./server.ts";

/** The settings of a Firebase project. The emulator reads only the project's id. */
const project = {
  FIREBASE_API_KEY: "demo-key",
  FIREBASE_AUTH_DOMAIN: "demo-goodturn.firebaseapp.com",
  FIREBASE_PROJECT_ID: projectId,
  FIREBASE_STORAGE_BUCKET: "demo-goodturn.firebasestorage.app",
  FIREBASE_MESSAGING_SENDER_ID: "0",
  FIREBASE_APP_ID: "1:0:web:0",
};

/** Starts the emulator, and the built server with new data on it; returns a function that ends both. */
export default async function setup() {
  const emulator = await startEmulator();
  const data = await newData("firebase");
  const tidyUp = async () => {
    await emulator.stop();
    await rm(data, { recursive: true, force: true });
  };
  try {
    // The emulator's address, which the journeys' workers inherit.
    process.env["EMULATOR"] = emulator.host;
    const { stop } = await startServer({
      ...project,
      FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      DATA_DIR: data,
      PORT: port,
      DEMO: "on",
    });
    return () => stop().then(tidyUp);
  } catch (error) {
    await tidyUp();
    throw error;
  }
}
