export {};
//# sourceMappingURL=dead-connections.integration.spec.d.ts.map