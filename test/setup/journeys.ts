import { rm } from "node:fs/promises";
import { port } from "./address.ts";
import { newData } from "./data.ts";
import { startServer } from "./server.ts";

/** Starts the built server with new data for the journeys, and returns a function that ends it. */
export default async function setup() {
  const data = await newData("journeys");
  const tidyUp = () => rm(data, { recursive: true, force: true });
  try {
    // The folder of the mails, which the journeys' workers inherit.
    process.env["JOURNEYS_DATA"] = data;
    const { stop } = await startServer({
      DATA_DIR: data,
      PORT: port,
      DEMO: "on",
      TRUSTED_PROXIES: "127.0.0.1,::1",
      // All journeys come from one address, like people in one hall.
      LIMIT_SIGN_IN_PER_ADDRESS: "off",
      LIMIT_SIGN_UP_PER_ADDRESS: "off",
      LIMIT_MAIL_PER_ADDRESS: "off",
      LIMIT_FORMS_PER_ADDRESS: "off",
      LIMIT_OUTREACH_PER_ADDRESS: "off",
    });
    return () => stop().then(tidyUp);
  } catch (error) {
    await tidyUp();
    throw error;
  }
}
