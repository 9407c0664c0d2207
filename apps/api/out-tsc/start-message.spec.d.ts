export {};
//# sourceMappingURL=start-message.spec.d.ts.map