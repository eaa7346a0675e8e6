# docs/operating.md, "In a container". Written without a Docker daemon at hand: its steps were run by hand.
ARG NODE=24.21.0-bookworm-slim

FROM node:${NODE} AS manifests
WORKDIR /portside
COPY package.json package-lock.json ./
COPY contract/package.json contract/
COPY server/package.json server/
COPY web/package.json web/

FROM manifests AS build
RUN npm ci --no-audit --no-fund
COPY tsconfig.base.json ./
COPY contract contract
COPY web web
RUN npm run build

FROM manifests AS modules
# The image has a Node of its own.
RUN npm ci --omit=dev --no-audit --no-fund && rm -rf node_modules/node-linux-*

FROM node:${NODE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 PORTSIDE_DATA=/data
# docs/operating.md, "Memory".
ENV MALLOC_ARENA_MAX=2
WORKDIR /portside
COPY --from=modules /portside ./
COPY contract/src contract/src
COPY server/brand-template server/brand-template
COPY server/migrations server/migrations
COPY server/src server/src
COPY brands brands
COPY --from=build /portside/web/dist web/dist
# What is compiled at the first start is kept there.
RUN mkdir -p node_modules/.cache /data && chown node:node node_modules/.cache /data
USER node
VOLUME /data
EXPOSE 3000
# Calls get ten seconds, jobs five, and the balancer five before that: docker stop -t 40.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((a) => process.exit(a.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "-r", "./server/src/process/compile-once.cjs", "server/src/main.ts"]
