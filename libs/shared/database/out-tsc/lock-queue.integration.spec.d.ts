export {};
//# sourceMappingURL=lock-queue.integration.spec.d.ts.map