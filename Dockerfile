# The image of a site: `docker build -t goodturn .`, or compose.yaml, which has all that belongs to one.
# `npm run test:operations` runs these steps as they stand here.

FROM node:24-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts
COPY react-router.config.ts tsconfig.json vite.config.ts ./
COPY public public
COPY tools tools
COPY src src
RUN node tools/build/build.ts

FROM node:24-trixie-slim AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# The base has Node already.
RUN npm ci --omit=dev --ignore-scripts && rm -r node_modules/node-linux-* node_modules/.bin

FROM node:24-trixie-slim AS app
ENV NODE_ENV=production LISTEN_HOST=0.0.0.0 DATA_DIR=/home/node/data
USER node
WORKDIR /home/node
RUN mkdir -m 700 data
VOLUME ["/home/node/data"]
WORKDIR /app
COPY --from=packages /app/node_modules node_modules
COPY --from=build /app/build build
COPY package.json ./
COPY public public
EXPOSE 3000
# Whether it is alive. Whether it can reach its database is asked by whoever stands in front (/readyz): a new one could not either.
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "build/start.js"]

# The same with pg_dump, pg_restore and psql, as new as the database of compose.yaml, for backups.
FROM app AS backup
USER root
RUN apt-get update && apt-get install -y --no-install-recommends postgresql-client && rm -rf /var/lib/apt/lists/*
USER node

# What is built when nobody names a target.
FROM app
